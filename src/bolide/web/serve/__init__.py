"""Building and serving the page: the runtime, its cache, the site, a loopback server, an export."""
