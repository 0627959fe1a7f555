/** Configures Mantine with the app's tokens, so that its components look like the app's. */
import {
  ActionIcon,
  Alert,
  Button,
  createTheme,
  defaultVariantColorsResolver,
  Menu,
  Popover,
  SegmentedControl,
  Tooltip,
  type CheckboxProps,
  type CSSVariablesResolver,
  type DrawerProps,
  type InputProps,
  type MantineColorsTuple,
  type ModalProps,
  type NotificationProps,
  type ProgressProps,
  type ProgressSectionProps,
  type RadioProps,
} from '@mantine/core';
import { uiTexts } from '#texts/screens/ui.ts';

const accent: MantineColorsTuple = [
  '#e1eff2',
  '#c3dfe5',
  '#93c6d1',
  '#5cc1d3',
  '#2ea3b7',
  '#1f7f92',
  '#0f5c6e',
  '#0b4a59',
  '#083a46',
  '#062a33',
];

const closeButtonProps = { 'aria-label': uiTexts.close };

const defaults = <Props>(defaultProps: Partial<Props>) => ({ defaultProps });

export const theme = createTheme({
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace',
  primaryColor: 'accent',
  colors: { accent },
  defaultRadius: 'sm',
  fontSizes: { xs: '12px', sm: '13px', md: '13px', lg: '14px', xl: '16px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.45', lg: '1.45', xl: '1.4' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '8px', xl: '14px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  shadows: {
    xs: 'var(--shadow)',
    sm: 'var(--shadow)',
    md: 'var(--shadow-raised)',
    lg: 'var(--shadow-raised)',
    xl: 'var(--shadow-raised)',
  },
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Mantine would write in white on the accent.
  variantColorResolver: (input) => ({
    ...defaultVariantColorsResolver(input),
    ...(input.variant === 'filled' && { color: 'var(--accent-ink)' }),
  }),
  components: {
    Button: Button.extend({ defaultProps: { variant: 'default', size: 'sm' } }),
    // Warns, unless it has the colour of an error or a success.
    Alert: Alert.extend({
      defaultProps: { color: 'warn', role: 'status' },
      vars: (_theme, { color }) => ({
        root: {
          '--alert-bg': `var(--${color}-soft)`,
          '--alert-bd': 'none',
          '--alert-color': color === 'warn' ? 'var(--ink)' : `var(--${color})`,
        },
      }),
    }),
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', size: 28, color: 'gray' } }),
    // Components that the first screen does not show are configured by type, because `extend` would load them.
    Checkbox: defaults<CheckboxProps>({ size: 'xs', iconColor: 'var(--accent-ink)' }),
    Radio: defaults<RadioProps>({ iconColor: 'var(--accent-ink)' }),
    Drawer: defaults<DrawerProps>({ position: 'right', transitionProps: { duration: 140 }, closeButtonProps }),
    Input: defaults<InputProps>({ size: 'sm' }),
    Menu: Menu.extend({ defaultProps: { shadow: 'md', transitionProps: { duration: 90 } } }),
    Modal: defaults<ModalProps>({ centered: true, transitionProps: { duration: 120 }, closeButtonProps }),
    Notification: defaults<NotificationProps>({ closeButtonProps }),
    Popover: Popover.extend({
      defaultProps: { shadow: 'md', position: 'bottom-start', offset: 6, transitionProps: { duration: 90 } },
    }),
    // The text beside a bar has its figures.
    Progress: defaults<ProgressProps>({ color: 'accent', size: 6, radius: 3, 'aria-hidden': true }),
    // The text beside a bar says its share as the person writes numbers.
    ProgressSection: defaults<ProgressSectionProps>({ withAria: false }),
    SegmentedControl: SegmentedControl.extend({ defaultProps: { size: 'xs' } }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 350, transitionProps: { duration: 90 } } }),
  },
});

/** Maps Mantine's colour roles to the tokens, which both colour schemes define under the same names. */
const roles = {
  '--mantine-color-body': 'var(--panel)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-3)',
  '--mantine-color-placeholder': 'var(--ink-3)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-default': 'var(--panel)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-disabled': 'var(--sunken)',
  '--mantine-color-disabled-color': 'var(--ink-3)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-color-gray-light-hover': 'var(--hover)',
  '--mantine-color-gray-light-color': 'var(--ink-2)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
  '--mantine-primary-color-contrast': 'var(--accent-ink)',
  '--mantine-primary-color-light': 'var(--accent-soft)',
  '--mantine-primary-color-light-hover': 'var(--accent-soft)',
  '--mantine-primary-color-light-color': 'var(--accent)',
  '--mantine-color-accent-filled': 'var(--accent)',
  '--mantine-color-accent-filled-hover': 'var(--accent-hover)',
  '--mantine-color-accent-light': 'var(--accent-soft)',
  '--mantine-color-accent-light-hover': 'var(--accent-soft)',
  '--mantine-color-accent-light-color': 'var(--accent)',
};

export const resolveColors: CSSVariablesResolver = () => ({ variables: {}, light: roles, dark: roles });
