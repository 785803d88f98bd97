import { type Feature, serve } from "#api/serve.ts";
import { throughApproval } from "#features/access/approvals/api/service/requests.ts";
import { session } from "#features/access/session/contract.ts";
import { account } from "#features/access/session/contract/account.ts";
import { factors } from "#features/access/session/contract/factors.ts";
import { sessionJobs } from "#features/access/session/api/jobs.ts";
import { seedPeople } from "#features/access/session/api/seed.ts";
import { sealedSecrets } from "#features/access/session/factors/api/authenticatorCodes.ts";
import {
  confirmAuthenticator,
  removeAuthenticator,
  startAuthenticator,
} from "#features/access/session/factors/api/authenticators.ts";
import type { SignedIn } from "#features/access/session/api/service/completeSignIn.ts";
import { factorReset, readFactors, renewRecoveryCodes } from "#features/access/session/api/service/factors.ts";
import {
  signInWithFactor,
  signInWithPasskey,
  startPasskeySignIn,
} from "#features/access/session/api/service/factorSignIn.ts";
import { endOwnSession, listOwnSessions } from "#features/access/session/sessions/api/ownSessions.ts";
import { changePassword } from "#features/access/session/passwords/api/passwordChange.ts";
import { readResetLink, requestReset, resetPassword } from "#features/access/session/passwords/api/passwordResets.ts";
import {
  addPasskey,
  removePasskey,
  renamePasskey,
  startPasskey,
} from "#features/access/session/factors/api/passkeys.ts";
import { type MenuRow, readMenu, readSessionUser } from "#features/access/session/api/service/sessionUser.ts";
import { signInRecords } from "#features/access/session/api/service/personalRecords.ts";
import { confirmEmail, register } from "#features/access/session/registration/api/registration.ts";
import {
  signInByPostedToken,
  signInByToken,
  signInByUrl,
  signInToShell,
  updateShellUser,
} from "#features/access/session/api/service/shellUser.ts";
import { signIn, signOut } from "#features/access/session/api/service/signIn.ts";
import { startViewAs, stopViewAs } from "#features/access/session/api/service/viewAs.ts";
import { answerEmailChange } from "#features/access/users/api/service/emailChanges.ts";

const signedOut = { message: "You’re signed out." };
const resetRequested = {
  message: "If this email has an account, we’ve sent a reset link. It works once, for 10 minutes.",
};
const registered = {
  message:
    "If this email has no account yet, we’ve sent a confirmation link. An administrator then reviews your request, and we’ll email you.",
};
const confirmed = { message: "Email confirmed. An administrator will now review your account." };
const resetDone = { message: "Password updated. Sign in with your new password." };

// Names of the original are used only in the wire format (spec 000 §7).
const signInReply = ({ person, accessToken }: SignedIn) => ({
  mt_user_id: person.userNumber,
  mt_category_id: person.userCategoryId,
  mt_user_name: person.name,
  user_email: person.email,
  accessToken,
  // The original had one role per user; of several, this is the one granted first.
  ad_role_id: person.roles[0] ?? "",
});
const menuRow = (row: MenuRow) => ({
  ad_main_id: row.sectionId,
  ad_main_title: row.sectionTitle,
  ad_main_link: row.sectionLink,
  ad_sub_id: row.id,
  ad_sub_title: row.title,
  ad_sub_link: row.link,
});

export const sessionFeature: Feature = {
  routes: [
    ...serve(session, {
      signIn: async (ctx, { mt_email, mt_password, device }) =>
        signInReply(await signIn(ctx, { email: mt_email, password: mt_password, device })),
      signOut: (ctx) => signOut(ctx).then(() => signedOut),
      signOutByPost: (ctx) => signOut(ctx).then(() => signedOut),
      requestReset: (ctx, { mt_email }) => requestReset(ctx, { email: mt_email }).then(() => resetRequested),
      menuRows: async (ctx, { mt_user_id, mt_category_id }) =>
        (await readMenu(ctx, { userNumber: mt_user_id, userCategoryId: mt_category_id })).map(menuRow),
      readPerson: readSessionUser,
      startViewAs: (ctx, input) => startViewAs(ctx, input).then(() => ({})),
      stopViewAs: (ctx) => stopViewAs(ctx).then(() => ({})),
      changePassword,
      readResetLink,
      resetPassword: (ctx, input) => resetPassword(ctx, input).then(() => resetDone),
      listOwn: async (ctx) => ({ rows: await listOwnSessions(ctx) }),
      endOwn: (ctx, input) => endOwnSession(ctx, input).then(() => ({})),
    }),
    ...serve(account, {
      register: (ctx, input) => register(ctx, input).then(() => registered),
      confirmEmail: (ctx, input) => confirmEmail(ctx, input).then(() => confirmed),
      answerEmailChange,
      signInByUrl,
      signIn: signInToShell,
      signInByToken,
      signInByPostedToken,
      updateUser: updateShellUser,
    }),
    ...serve(factors, {
      signInWithFactor,
      startPasskeySignIn,
      signInWithPasskey,
      readFactors,
      startAuthenticator,
      confirmAuthenticator,
      removeAuthenticator: (ctx, input) => removeAuthenticator(ctx, input).then(() => ({})),
      startPasskey,
      addPasskey,
      renamePasskey: (ctx, input) => renamePasskey(ctx, input).then(() => ({})),
      removePasskey: (ctx, input) => removePasskey(ctx, input).then(() => ({})),
      renewRecoveryCodes,
      resetFactors: (ctx, input) => throughApproval(ctx, factorReset, input),
    }),
  ],
  jobs: sessionJobs,
  sealed: sealedSecrets,
  approvals: [factorReset],
  personal: [signInRecords],
  seed: seedPeople,
};
