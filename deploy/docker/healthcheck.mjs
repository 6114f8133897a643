// What HEALTHCHECK runs: exit 0 when the URL answers 200, else 1 with what it said. The image has no curl.
const [url = ''] = process.argv.slice(2);
try {
  const response = await fetch(url, { signal: AbortSignal.timeout(3500) });
  if (!response.ok) {
    console.error(`${response.status} ${(await response.text()).slice(0, 500)}`);
    process.exit(1);
  }
} catch (error) {
  console.error(error.cause?.message ?? error.message);
  process.exit(1);
}
