// The process of pictures: started and ended by platform/images/pictures.ts, which says why there is one.
import { answer, type Task } from './platform/images/image-tasks.ts';

// Whoever tells every process to end tells the server too, which still finishes what is under way and then ends this one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
// The server is gone. Not process.exit(), which waits for what libvips is at.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', async (task: Task) => void process.send?.(await answer(task)));
