import fastify from 'fastify';

const PREFIX = '/reference';

/**
 * Scalar's script, which only its plugin has. Runs in the image process: the plugin takes 20 MB of memory, and loading it a fifth of a
 * second.
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
