// A service worker keeps the page for a reload without network. It is installed when the page has nothing else to do.

export async function keepForOffline() {
  if (!("serviceWorker" in navigator) || !isSecureContext) return false;
  try {
    const registration = await navigator.serviceWorker.register(new URL("sw.js", import.meta.url).href, {
      scope: new URL(".", import.meta.url).pathname
    });
    const worker = registration.installing ?? registration.waiting;
    if (worker) await settled(worker);
    return Boolean(registration.active ?? worker?.state === "activated");
  } catch (error) {
    console.warn("The page is not kept for offline use:", error);
    return false;
  }
}

function settled(worker) {
  return new Promise(resolve => {
    const look = () => ["activated", "redundant"].includes(worker.state) && resolve();
    worker.addEventListener("statechange", look);
    look();
  });
}
