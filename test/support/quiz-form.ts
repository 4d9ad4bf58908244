// The form of a quiz in the backoffice, used as a person does. Questions and answers count from 1.
import type { Locator, Page } from 'playwright-core';
import { until } from './until.js';

export class QuizForm {
  constructor(readonly page: Page) {}

  /** The head of a question, which opens and closes it. */
  head(question: number): Locator {
    return this.page.getByRole('button', { name: new RegExp(`^Question ${question}( |$)`) });
  }

  text(question: number): Locator {
    return this.page.locator(`[name="questions.${question - 1}.text"]`);
  }

  answer(question: number, answer: number): Locator {
    return this.page.locator(`[name="questions.${question - 1}.answers.${answer - 1}.text"]`);
  }

  correct(question: number, answer: number): Locator {
    return this.page.locator(`[name="questions.${question - 1}.answers.${answer - 1}.isCorrect"]`);
  }

  /** The texts of the answers of an open question. */
  async answers(question: number): Promise<string[]> {
    const fields = this.page.locator(`[name^="questions.${question - 1}.answers."][name$=".text"]`);
    return Promise.all((await fields.all()).map((field) => field.inputValue()));
  }

  async open(question: number): Promise<void> {
    const head = this.head(question);
    if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
    await this.text(question).waitFor();
  }

  async fill(question: number, text: string, answers: string[]): Promise<void> {
    await this.text(question).fill(text);
    for (const [index, answer] of answers.entries()) await this.answer(question, index + 1).fill(answer);
    await this.correct(question, 1).check();
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Saves, and waits until everything is stored. */
  async save(): Promise<void> {
    await this.button('Save').click();
    await this.page.getByText('All changes are saved.').waitFor();
  }

  /** The first words of the closed questions, in the order of the page. */
  async order(): Promise<string[]> {
    const heads = await this.page.getByRole('button', { name: /^Question \d+ / }).allInnerTexts();
    return heads.map((head) => head.split('\n')[1] ?? '');
  }

  async expectOrder(...texts: string[]): Promise<void> {
    await until(`the questions are ${texts.join(', ')}`, async () => {
      const order = await this.order();
      return order.join() === texts.join() || order;
    });
  }

  /** Name, or else the label, of the focused element. */
  focused(): Promise<string> {
    return this.page.evaluate<string>(
      'document.activeElement.getAttribute("name") ?? document.activeElement.getAttribute("aria-label") ?? ""',
    );
  }

  async expectFocus(name: string): Promise<void> {
    await until(`${name} has the focus`, async () => {
      const focused = await this.focused();
      return focused === name || focused;
    });
  }

  /** The description of a field for screen readers. */
  async description(field: Locator): Promise<string> {
    const ids = ((await field.getAttribute('aria-describedby')) ?? '').split(' ').filter((id) => id !== '');
    const texts = await Promise.all(ids.map((id) => this.page.locator(`[id="${id}"]`).innerText()));
    return texts.join(' ');
  }
}
