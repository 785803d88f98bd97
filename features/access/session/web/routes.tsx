import { withAccountMessages } from "#features/access/session/account/web/withAccountMessages.ts";
import type messages from "#features/access/session/web/messages.en.json";
import { accountPath } from "#web/guard.ts";
import type { Screens } from "#web/screens.ts";

declare module "#web/messageKeys.ts" {
  interface MessageTables {
    session: typeof messages;
  }
}

const loadAccount = () =>
  withAccountMessages(
    import("#features/access/session/account/web/AccountScreen.tsx").then(({ AccountScreen }) => AccountScreen),
  );

/** Screens for signing in, signing out, the password, and the own account. */
export const sessionScreens: Screens = {
  name: "session",
  messages: {
    en: () => import("#features/access/session/web/messages.en.json"),
    ar: () => import("#features/access/session/web/messages.ar.json"),
  },
  routes: [
    {
      path: "/login",
      needs: "public",
      frame: "bare",
      load: () => import("#features/access/session/web/LoginScreen.tsx").then(({ LoginScreen }) => LoginScreen),
    },
    {
      path: "/login/return",
      needs: "public",
      frame: "bare",
      load: () =>
        import("#features/access/session/providers/web/ProviderReturnScreen.tsx").then(
          ({ ProviderReturnScreen }) => ProviderReturnScreen,
        ),
    },
    {
      path: "/login/with/$provider",
      needs: "public",
      frame: "bare",
      load: () =>
        import("#features/access/session/providers/web/ProviderPasswordScreen.tsx").then(
          ({ ProviderPasswordScreen }) => ProviderPasswordScreen,
        ),
    },
    {
      path: "/forgot-password",
      needs: "public",
      frame: "bare",
      load: () =>
        import("#features/access/session/passwords/web/ForgotPasswordScreen.tsx").then(
          ({ ForgotPasswordScreen }) => ForgotPasswordScreen,
        ),
    },
    {
      path: "/reset-password",
      needs: "public",
      frame: "bare",
      load: () =>
        import("#features/access/session/passwords/web/ResetPasswordScreen.tsx").then(
          ({ ResetPasswordScreen }) => ResetPasswordScreen,
        ),
    },
    {
      path: "/register",
      needs: "public",
      frame: "bare",
      load: () =>
        import("#features/access/session/registration/web/RegisterScreen.tsx").then(
          ({ RegisterScreen }) => RegisterScreen,
        ),
    },
    {
      path: "/confirm-email",
      needs: "public",
      frame: "bare",
      load: () =>
        import("#features/access/session/registration/web/ConfirmEmailScreen.tsx").then(
          ({ ConfirmEmailScreen }) => ConfirmEmailScreen,
        ),
    },
    {
      path: "/confirm-email-change",
      needs: "public",
      frame: "bare",
      load: () =>
        import("#features/access/session/registration/web/ConfirmEmailChangeScreen.tsx").then(
          ({ ConfirmEmailChangeScreen }) => ConfirmEmailChangeScreen,
        ),
    },
    {
      path: "/logout",
      needs: "session",
      frame: "bare",
      load: () => import("#features/access/session/web/LogoutScreen.tsx").then(({ LogoutScreen }) => LogoutScreen),
    },
    { path: accountPath, needs: "session", load: loadAccount, redirectTo: `${accountPath}/profile` },
    { path: `${accountPath}/$part`, needs: "session", load: loadAccount },
    {
      // No permission on the route (spec 000 §2): the server requires the session and the current password.
      path: "/apps/change-password",
      needs: "public",
      load: () =>
        withAccountMessages(
          import("#features/access/session/passwords/web/ChangePasswordScreen.tsx").then(
            ({ ChangePasswordScreen }) => ChangePasswordScreen,
          ),
        ),
    },
  ],
};
