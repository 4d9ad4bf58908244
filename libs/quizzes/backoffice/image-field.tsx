import { Button, FileButton, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ImageUp } from 'lucide-react';
import type { DragEvent } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { RemoteImage } from '#libs/backoffice-ui/remote-image.tsx';
import { useTextField } from './quiz-field';
import type { QuizValues } from './quiz-values';
import { ACCEPTED_TYPES, uploadImage } from './upload-image';

/** Addresses that depend on the machine of the author. */
const LOCAL = /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])[:/]/;

interface Props {
  name: 'heroImageUrl' | `questions.${number}.imageUrl`;
  label: string;
}

/** The address of an image on the web, or an image to upload, by a button or dropped here. */
export function ImageField({ name, label }: Props) {
  const { clearErrors, setValue } = useFormContext<QuizValues>();
  const upload = useMutation({
    mutationFn: uploadImage,
    onSuccess: (url) => {
      setValue(name, url, { shouldDirty: true });
      clearErrors(name);
    },
  });
  const choose = (file: File | null | undefined) => {
    if (file != null) upload.mutate(file);
  };
  const drop = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    // The browser would open the file.
    event.preventDefault();
    if (event.type === 'drop') choose(event.dataTransfer.files[0]);
  };
  return (
    <Stack gap="xs" align="start" onDragOver={drop} onDrop={drop}>
      <TextInput
        {...useTextField(name)}
        label={label}
        description="Address of an image on the web, or an image to upload: PNG, JPEG, WebP or GIF, up to 2 MB; optional"
        type="url"
        inputMode="url"
        autoComplete="off"
        w="100%"
      />
      <FileButton accept={ACCEPTED_TYPES} onChange={choose}>
        {({ onClick }) => (
          <Button
            variant="default"
            size="xs"
            leftSection={<ImageUp size={16} aria-hidden />}
            aria-label={`Upload an image: ${label}`}
            loading={upload.isPending}
            onClick={onClick}
          >
            Upload an image
          </Button>
        )}
      </FileButton>
      {upload.error !== null && (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {upload.error.message}
        </Text>
      )}
      {upload.data !== undefined && LOCAL.test(upload.data) && (
        <Text size="sm" c="dimmed">
          Only this machine can open this address. Set the address of the service (SITE_URL) before others read the
          quiz.
        </Text>
      )}
      <Preview name={name} />
    </Stack>
  );
}

function Preview({ name }: Pick<Props, 'name'>) {
  const url = useWatch<QuizValues, Props['name']>({ name }).trim();
  if (!URL.canParse(url)) return null;
  return <RemoteImage url={url} alt="The image at this address" />;
}
