import { Stack, TextInput } from '@mantine/core';
import { useWatch } from 'react-hook-form';
import { RemoteImage } from '#libs/backoffice-ui/remote-image.tsx';
import { useTextField } from './quiz-field';
import type { QuizValues } from './quiz-values';

interface Props {
  name: 'heroImageUrl' | `questions.${number}.imageUrl`;
  label: string;
}

/** The address of an image, and the image after a click. */
export function ImageField({ name, label }: Props) {
  return (
    <Stack gap="xs" align="start">
      <TextInput
        {...useTextField(name)}
        label={label}
        description="Address of an image on the web; optional"
        type="url"
        inputMode="url"
        autoComplete="off"
        w="100%"
      />
      <Preview name={name} />
    </Stack>
  );
}

function Preview({ name }: Pick<Props, 'name'>) {
  const url = useWatch<QuizValues, Props['name']>({ name }).trim();
  if (!URL.canParse(url)) return null;
  return <RemoteImage url={url} alt="The image at this address" />;
}
