import type { QuestionValues } from './quiz-values';

/** The questions that have a text in their own text or in an answer. Case and accents make no difference. */
export function findQuestions(questions: QuestionValues[], text: string): QuestionValues[] {
  const wanted = folded(text);
  if (wanted === '') return [];
  return questions.filter((question) =>
    [question.text, ...question.answers.map((answer) => answer.text)].some((one) => folded(one).includes(wanted)),
  );
}

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
