/** The look of every page, including the one of a browser without a session. */
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { styleNonce } from './nonce.ts';
import { resolveColors, theme } from './theme.ts';

/** Only remembers the scheme for the moment before the preferences are read. */
const schemeMemory = localStorageColorSchemeManager({ key: 'timelog-color-scheme' });

export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveColors}
      colorSchemeManager={schemeMemory}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      {children}
    </MantineProvider>
  );
}
