import { Autocomplete, SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import { quizTagsQuery } from '#libs/backoffice-ui/quiz-tags-query.ts';
import { TagsField } from '#libs/backoffice-ui/tags-field.tsx';
import { languageNames } from './languages';
import { useCheck } from './quiz-field';
import { tagsProblem } from './quiz-rules';
import type { QuizValues } from './quiz-values';

/** What lists of quizzes can be filtered by. */
export function FindingFields() {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Tags />
      <LanguageField />
    </SimpleGrid>
  );
}

function Tags() {
  const { field, fieldState } = useController<QuizValues, 'tags'>({
    name: 'tags',
    rules: { validate: (tags) => tagsProblem(tags) ?? true },
  });
  const { name, ...input } = field;
  const tags = useQuery(quizTagsQuery);
  return (
    <TagsField
      {...input}
      // The name would be that of a hidden input.
      id={name}
      label="Tags"
      description="Words to find the quiz by, such as Geography. Press Enter after each"
      known={tags.data}
      error={fieldState.error?.message}
    />
  );
}

function LanguageField() {
  const { field, fieldState } = useController<QuizValues, 'language'>({ name: 'language' });
  const check = useCheck('language');
  return (
    <Autocomplete
      {...field}
      onBlur={() => {
        field.onBlur();
        check();
      }}
      label="Language"
      description="Of the questions: choose one, or enter a language tag such as de-AT"
      data={[...languageNames().keys()]}
      filter={({ options, search }) =>
        options.filter((option) => 'value' in option && isFound(option.value, search.trim().toLowerCase()))
      }
      renderOption={({ option: { value } }) => (
        <Text size="sm">
          {languageNames().get(value)} ({value})
        </Text>
      )}
      error={fieldState.error?.message}
    />
  );
}

const isFound = (code: string, search: string) =>
  code.startsWith(search) || languageNames().get(code)?.toLowerCase().includes(search) === true;
