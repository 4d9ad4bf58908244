import {
  ActionIcon,
  AppShell,
  Burger,
  Button,
  Group,
  Menu,
  NavLink,
  ScrollArea,
  Text,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { Link, Outlet, useMatches, useRouter, useRouterState } from '@tanstack/react-router';
import { CircleUserRound, LogOut, Moon, Sun } from 'lucide-react';
import { useEffect } from 'react';
import { useContributions } from '#libs/backoffice-ui/contribution.ts';
import { AdministratorsOnly } from '#libs/backoffice-ui/not-found.tsx';
import { useIsAdministrator, useSession } from '#libs/backoffice-ui/session.ts';
import { ConfirmIdentity } from '../../../libs/backoffice-auth/backoffice/confirm-identity';
import { SignInAgain } from '../../../libs/backoffice-auth/backoffice/sign-in-again';
import { useSignOut } from '../../../libs/backoffice-auth/backoffice/use-sign-out';
import classes from './layout.module.css';

/** The layout of every page with a session: header, menu and content. */
export function Layout() {
  const { menu: menuEntries } = useContributions();
  const [isMenuOpen, menu] = useDisclosure();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const { close } = menu;
  useEffect(() => close(), [pathname, close]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isMenuOpen } }}
      padding={{ base: 'sm', sm: 'lg' }}
    >
      <a className="skip-link" href="#content">
        Skip to the content
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
          <Burger
            opened={isMenuOpen}
            onClick={menu.toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={isMenuOpen ? 'Close the menu' : 'Open the menu'}
            aria-expanded={isMenuOpen}
            aria-controls="navigation"
          />
          <Text fw={700} flex={1} truncate>
            Quiz service
          </Text>
          <ColorSchemeButton />
          <AccountMenu />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" id="navigation" aria-label="Pages">
        <ScrollArea>
          {menuEntries.map(({ path, label, icon: Icon }) => {
            const isHere = path === '/' ? pathname === '/' : pathname.startsWith(path);
            return (
              <NavLink
                key={path}
                component={Link}
                to={path}
                label={label}
                leftSection={<Icon size={18} aria-hidden />}
                active={isHere}
                variant="filled"
                aria-current={isHere ? 'page' : undefined}
              />
            );
          })}
        </ScrollArea>
      </AppShell.Navbar>
      <ConfirmIdentity />
      <AppShell.Main id="content" tabIndex={-1}>
        <PageOfUser />
      </AppShell.Main>
      <SignInAgain />
      <Notifications position="bottom-center" className="messages" />
    </AppShell>
  );
}

/** The page, if the user may open it. */
function PageOfUser() {
  const isForEditors = useMatches({ select: (matches) => matches.at(-1)?.staticData.editor === true });
  return useIsAdministrator() || isForEditors ? <Outlet /> : <AdministratorsOnly />;
}

function ColorSchemeButton() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const isDark =
    colorScheme === 'dark' || (colorScheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  const label = isDark ? 'Use light colours' : 'Use dark colours';
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <Sun size={18} aria-hidden /> : <Moon size={18} aria-hidden />}
    </ActionIcon>
  );
}

function AccountMenu() {
  const { user } = useSession();
  const router = useRouter();
  const signOut = useSignOut();
  return (
    <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          className={classes.account}
          variant="default"
          leftSection={<CircleUserRound size={18} aria-hidden />}
          maw={200}
        >
          <Text span truncate size="sm" className={classes.name}>
            <bdi>{user.displayName}</bdi>
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.email}</Menu.Label>
        <Menu.Item
          leftSection={<CircleUserRound size={16} aria-hidden />}
          onClick={() => void router.navigate({ to: '/account' })}
        >
          Account
        </Menu.Item>
        <Menu.Item leftSection={<LogOut size={16} aria-hidden />} onClick={() => signOut.mutate()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
