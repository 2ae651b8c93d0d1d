import { builtinEnvironments, type Environment } from 'vitest/runtime';

const { jsdom } = builtinEnvironments;

/**
 * jsdom with Node's stream classes, which MSW needs and jsdom lacks, and with the classes of Node from which Node's `fetch`
 * reads a form with its files.
 */
export default {
  ...jsdom,
  async setupVM(options) {
    const nodeClasses = {
      Blob,
      File,
      FormData,
      ReadableStream,
      Request,
      TransformStream,
      URL,
      WritableStream,
    };
    const environment = await jsdom.setupVM?.(options);
    if (!environment) throw new Error('vitest has no jsdom environment for VM contexts');
    Object.assign(environment.getVmContext(), nodeClasses);
    return environment;
  },
} satisfies Environment;
