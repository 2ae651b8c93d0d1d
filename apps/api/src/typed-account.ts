import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import type { z } from 'zod';
import { adminPasswordProblem } from './modules/accounts/rules.ts';
import { StartProblem } from './platform/database/start-problem.ts';

/** Reads options with a value. Throws a StartProblem with the usage for any other argument. */
export function readFlags<Name extends string>(
  names: readonly Name[],
  usage: string,
): Partial<Record<Name, string>> {
  const options = Object.fromEntries(names.map(name => [name, { type: 'string' as const }]));
  try {
    return parseArgs({ options }).values as Partial<Record<Name, string>>;
  } catch {
    throw new StartProblem(`Así se usa: ${usage}`);
  }
}

/** Checks an administering account as the API does. Throws a StartProblem with one sentence per invalid value. */
export async function checkAccount<Account extends { email: string; password: string }>(
  schema: z.ZodType<Account>,
  values: Record<keyof Account, string | undefined>,
): Promise<Account> {
  const parsed = schema.safeParse(values);
  if (!parsed.success) throw new StartProblem(parsed.error.issues.map(asSentence).join(' '));
  const problem = await adminPasswordProblem(parsed.data.password, parsed.data.email);
  if (problem !== null) throw new StartProblem(asSentence({ message: problem }));
  return parsed.data;
}

function asSentence({ message }: { message: string }): string {
  return message.endsWith('.') ? message : `${message}.`;
}

interface TypedValue {
  safeParse(value: string): {
    readonly error?: { readonly issues: readonly { readonly message: string }[] } | undefined;
  };
}

/** Prompts on the terminal until the value is valid, so that a mistake does not cost the values before it. */
export async function promptValid(question: string, flag: string, schema: TypedValue): Promise<string> {
  return promptUntil(
    question,
    flag,
    async value => schema.safeParse(value).error?.issues[0]?.message ?? null,
  );
}

/** The same for the password of an administering account with this e-mail address. */
export const promptPassword = (question: string, email: string): Promise<string> =>
  promptUntil(question, '--password', value => adminPasswordProblem(value, email), true);

async function promptUntil(
  question: string,
  flag: string,
  problemOf: (value: string) => Promise<string | null>,
  isSecret = false,
): Promise<string> {
  for (;;) {
    const value = await prompt(question, flag, isSecret);
    const problem = await problemOf(value);
    if (problem === null) return value;
    stdout.write(`${asSentence({ message: problem })}\n`);
  }
}

/** Prompts on the terminal. A secret is not echoed. Throws a StartProblem that names the option if the input is not a terminal. */
async function prompt(question: string, flag: string, isSecret: boolean): Promise<string> {
  if (!stdin.isTTY) throw new StartProblem(`Falta ${flag}: pásalo así, o ejecuta la orden en una terminal.`);
  stdout.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: isSecret ? nowhere : stdout, terminal: true });
  lines.on('SIGINT', () => process.exit(1));
  const answer = await lines.question('');
  lines.close();
  if (isSecret) stdout.write('\n');
  return answer;
}
