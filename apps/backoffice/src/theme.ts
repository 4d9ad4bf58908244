import {
  type AnchorProps,
  type BadgeProps,
  type CloseButtonProps,
  createTheme,
  type CSSVariablesResolver,
  type InputProps,
  type ModalProps,
  type SelectProps,
  type TableProps,
} from '@mantine/core';
import type { AriaAttributes, HTMLAttributes } from 'react';

/** Components by name: imports here would load all of them with the first page. */
export const theme = createTheme({
  primaryColor: 'indigo',
  // At least 4.5:1 between text and background in both schemes (WCAG 2.2, 1.4.3).
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  cursorType: 'pointer',
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  components: {
    Anchor: { defaultProps: { inherit: true } satisfies Partial<AnchorProps> },
    Badge: { defaultProps: { variant: 'filled', tt: 'none' } satisfies Partial<BadgeProps> },
    // In dialogs, messages and everything else that can be closed.
    CloseButton: { defaultProps: { 'aria-label': 'Close' } satisfies Partial<CloseButtonProps> & AriaAttributes },
    // Every field shows text in the direction of its script.
    Input: { defaultProps: { attributes: { input: { dir: 'auto' } } } satisfies Partial<InputProps> },
    // A dialog with a transform, even the identity, would clip the lists of its fields.
    Modal: { defaultProps: { transitionProps: { transition: 'fade' } } satisfies Partial<ModalProps> },
    // It is a <header>, which would be a second banner landmark.
    ModalHeader: { defaultProps: { role: 'presentation' } satisfies HTMLAttributes<HTMLElement> },
    Select: {
      defaultProps: {
        // The list itself scrolls; the keyboard reaches it through the field.
        withScrollArea: false,
        // It stays in the landmark or dialog of its field, and neither clips it.
        comboboxProps: { withinPortal: false, floatingStrategy: 'fixed' },
      } satisfies Partial<SelectProps>,
      styles: { options: { maxHeight: 220, overflowY: 'auto' } } satisfies SelectProps['styles'],
    },
    Table: { defaultProps: { verticalSpacing: 'xs' } satisfies Partial<TableProps> },
  },
});

/** Mantine's greys for secondary text have too little contrast. `--color-*` are the pages' own. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5c636a',
    '--mantine-color-placeholder': '#6a7178',
    '--mantine-color-error': '#c92a2a',
    '--color-success': '#2b8a3e',
    '--color-warning': '#9a5b00',
    '--color-backdrop': '#f1f3f5',
    '--mantine-color-anchor': '#3b4cca',
  },
  dark: {
    '--mantine-color-dimmed': '#a6adb4',
    '--mantine-color-placeholder': '#a6adb4',
    '--mantine-color-error': '#ff8787',
    '--color-success': '#69db7c',
    '--color-warning': '#ffc078',
    '--color-backdrop': '#1a1a1a',
    '--mantine-color-anchor': '#91a7ff',
  },
});
