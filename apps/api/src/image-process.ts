// Entry point of the child process that platform/images/image-processor.ts starts.
import { runTask, type Task } from './platform/images/image-tasks.ts';

// Ignores signals sent to the whole process group: the server receives them too, finishes its requests and kills this
// process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
// The server has exited. process.exit() would wait until libvips finishes.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', async (task: Task) => void process.send?.(await runTask(task)));
