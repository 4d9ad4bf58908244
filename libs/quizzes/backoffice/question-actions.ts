import type { AnswerValues } from './quiz-values';

/** A change of the answers of a question that can be undone. */
export interface AnswersStep {
  /** The change, without its question and full stop. */
  text: string;
  undo: (answers: AnswerValues[]) => AnswerValues[];
  /** The answer that gets the focus then. */
  focused: number;
}

/** Stable, so that a card renders again only when it changes itself. */
export interface QuestionActions {
  toggle: (key: string) => void;
  move: (from: number, to: number) => void;
  /** Asks for the position to move to. */
  moveTo: (from: number) => void;
  duplicate: (index: number) => void;
  remove: (index: number) => void;
  addAnswersStep: (index: number, step: AnswersStep) => void;
}
