import { Stack, TextInput } from '@mantine/core';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { RemoteImage } from '#libs/backoffice-ui/remote-image.tsx';
import { imageOf } from './user-form';

interface Props {
  displayName: UseFormRegisterReturn;
  image: UseFormRegisterReturn;
  /** The current text of the image field. */
  imageUrl: string;
  errors: { displayName?: { message?: string }; image?: { message?: string } };
}

/** The fields of a user's profile: name and image. */
export function ProfileFields({ displayName, image, imageUrl, errors }: Props) {
  const url = imageOf(imageUrl);
  return (
    <>
      <TextInput
        label="Display name"
        description="What leaderboards show"
        required
        maxLength={100}
        autoComplete="off"
        error={errors.displayName?.message}
        {...displayName}
      />
      <Stack gap="xs" align="start">
        <TextInput
          type="url"
          label="Image address"
          description="Optional: an http or https address. The service does not fetch the image"
          maxLength={2048}
          autoComplete="off"
          w="100%"
          error={errors.image?.message}
          {...image}
        />
        {url !== null && <RemoteImage url={url} alt="The user’s image" />}
      </Stack>
    </>
  );
}

export const DISPLAY_NAME_RULES = { validate: (name: string) => name.trim() !== '' || 'Enter a name' };

export const IMAGE_RULES = {
  validate: (typed: string) => {
    const url = imageOf(typed);
    return url === null || isWebAddress(url) || 'Enter an address that begins with http:// or https://';
  },
};

const isWebAddress = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
