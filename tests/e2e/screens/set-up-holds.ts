import { call, publish, signInClient } from './api-clients.ts';
import { dayAt } from './fixed-times.ts';
import { accountHolders } from './viewers.ts';

/** The superadmin holds words and domains, and the owner publishes an activity with one of them; its id. */
export async function setUpHolds(url: string): Promise<string> {
  const superadmin = await signInClient(url, accountHolders.superadmin);
  await call(superadmin, 'PUT', '/admin/trust', {
    heldWords: ['bono', 'dinero fácil', 'préstamo'],
    heldDomains: ['apuestas.example', 'sorteos.example'],
    refusedMailDomains: ['desechable.example'],
    holdFirst: 0,
  });
  const bonus = {
    title: 'Bono solidario para la escuela',
    description: 'Con cada bono nos ayudas a cambiar el techo.',
    place: 'Escuela de la vereda Clarete',
    date: dayAt(40, 10),
    responsible: 'Ana María',
  };
  return publish(await signInClient(url, accountHolders.owner), bonus, 5);
}
