import { Button, Image } from '@mantine/core';
import { useState } from 'react';

/** An image of the service, or of another host, which is requested only after a click on a button that names the host. */
export function RemoteImage({ url, alt }: { url: string; alt: string }) {
  const [shown, setShown] = useState<string>();
  const [failed, setFailed] = useState<string>();
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return <span>No image address</span>;
  if (failed === url) return <span>The image could not be loaded</span>;
  if (shown !== url && !url.startsWith(`${location.origin}/images/`)) {
    return (
      // The name of a host may be long.
      <Button
        variant="default"
        size="xs"
        h="auto"
        mih={30}
        py={4}
        maw="100%"
        styles={{ label: { whiteSpace: 'normal', lineHeight: 1.3 } }}
        onClick={() => setShown(url)}
      >
        Load image from {new URL(url).host}
      </Button>
    );
  }
  return (
    <Image
      src={url}
      alt={alt}
      mah={240}
      maw="100%"
      w="auto"
      fit="contain"
      referrerPolicy="no-referrer"
      onError={() => setFailed(url)}
    />
  );
}
