import { useState } from 'react';

interface Question<About> {
  readonly about: About;
  readonly resolve: (isYes: boolean) => void;
}

/** A question of a dialog that a function waits for. `asked` is what it is about while it is open, else null. */
export function useQuestion<About>() {
  const [question, setQuestion] = useState<Question<About> | null>(null);
  return {
    asked: question?.about ?? null,
    ask: (about: About) => new Promise<boolean>(resolve => setQuestion({ about, resolve })),
    answer: (isYes: boolean) => {
      question?.resolve(isYes);
      setQuestion(null);
    },
  };
}
