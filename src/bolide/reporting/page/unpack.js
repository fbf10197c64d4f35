// The parts of the report: compressed JSON in elements that are not run. Each is unpacked when it is first needed.
const parts = new Map();

async function unpack(id) {
  const bytes = Uint8Array.from(atob(byId(`data-${id}`).textContent), c => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

function part(id) {
  if (!parts.has(id)) parts.set(id, unpack(id));
  return parts.get(id);
}

// The batch that a segment lies in, and the segment's index there.
async function batchOf(segment) {
  const batch = await part(`batch-${Math.floor(segment / summary.batch_size)}`);
  return [batch, segment - batch.first];
}
