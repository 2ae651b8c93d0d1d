import fastify from 'fastify';

const PREFIX = '/reference';

/**
 * Reads Scalar's script, which only Scalar's plugin contains. It runs in the image process, since the plugin takes 20 MB of memory and
 * 0.2 s to load.
 */
export async function viewerScript(): Promise<Buffer> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const host = fastify();
  await host.register(reference, { routePrefix: PREFIX, configuration: { content: {} } });
  const { rawPayload, statusCode } = await host.inject(`${PREFIX}/js/scalar.js`);
  await host.close();
  if (statusCode !== 200) throw new Error(`Scalar's script came with ${statusCode}`);
  return rawPayload;
}
