// Mantine's components as links of the router, with its checked addresses.
import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';
import { useIsAdministrator } from './session';

type Native = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps | keyof ButtonProps>;

function PlainAnchor({ ref, ...props }: AnchorProps & Native & { ref?: Ref<HTMLAnchorElement> }) {
  return <Anchor ref={ref} {...props} />;
}

function PlainButton({ ref, ...props }: ButtonProps & Native & { ref?: Ref<HTMLAnchorElement> }) {
  return <Button component="a" ref={ref} {...props} />;
}

/** `<LinkAnchor to="/users/$userId" params={{ userId }}>Ada</LinkAnchor>` */
export const LinkAnchor = createLink(PlainAnchor);

/** A link that looks like a button. */
export const LinkButton = createLink(PlainButton);

interface UserLinkProps {
  id: string;
  name: string;
  /** Whether the user was erased and has no page. */
  isErased?: boolean | undefined;
}

/** A user's name; for administrators a link to their page. */
export function UserLink({ id, name, isErased = false }: UserLinkProps) {
  const text = <bdi>{name}</bdi>;
  if (!useIsAdministrator() || isErased) return text;
  return (
    <LinkAnchor to="/users/$userId" params={{ userId: id }}>
      {text}
    </LinkAnchor>
  );
}
