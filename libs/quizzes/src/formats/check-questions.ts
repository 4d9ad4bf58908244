import { parseBody, ValidationFailed } from '#libs/http';
import type { QuestionLoss, ReadQuestion } from '../read-question.dto.js';
import { QuestionBody } from '../quiz.dto.js';

/** Maximum number of questions that are read from a file: as many as a quiz can have. */
export const MAX_QUESTIONS = 200;

/** A question as a file has it: its text and answers, or the reason why it has none. Lines count from 1. */
export type ParsedQuestion = { line: number; name?: string | null; dropped?: QuestionLoss[] } & (
  { problem: string } | { text: string; answers: QuestionBody['answers'] }
);

/** Applies the rules of quizzes. Beyond 200 questions one more entry says how many were left out. */
export function checkQuestions(parsed: ParsedQuestion[]): ReadQuestion[] {
  const read = parsed.slice(0, MAX_QUESTIONS).map((one) => {
    const { line, name = null, dropped = [] } = one;
    const outcome = 'problem' in one ? { question: null, problem: one.problem } : checkQuestion(one);
    return { line, name, ...outcome, dropped: outcome.question === null ? [] : dropped };
  });
  return [...read, ...beyondLimit(parsed.map(({ line }) => line))];
}

/** The question as a quiz can have it, or the rule that it breaks. */
export function checkQuestion({
  text,
  answers,
}: Pick<QuestionBody, 'text' | 'answers'>): Pick<ReadQuestion, 'question' | 'problem'> {
  const question = { text, imageUrl: null, answers };
  try {
    parseBody(QuestionBody, question);
    return { question, problem: null };
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    return { question: null, problem: error.message };
  }
}

/** @param lines of all questions @returns an entry that says how many were left out; none if all were read */
export function beyondLimit(lines: number[]): ReadQuestion[] {
  const [line, ...others] = lines.slice(MAX_QUESTIONS);
  if (line === undefined) return [];
  const problem = `Only ${MAX_QUESTIONS} questions are read at once: this one and ${others.length} after it were left out`;
  return [{ line, name: null, question: null, problem, dropped: [] }];
}
