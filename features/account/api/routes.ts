import { type Feature, serve } from "#api/serve.ts";
import { account } from "#features/account/contract.ts";
import { confirmationRecords } from "#features/account/api/service/personalRecords.ts";
import {
  confirmEmail,
  register,
  registrationLetterKind,
  sendRegistrationLetter,
} from "#features/account/api/service/registration.ts";
import {
  signInByPostedToken,
  signInByToken,
  signInByUrl,
  signInToShell,
  updateShellUser,
} from "#features/account/api/service/shellUser.ts";

const registered = {
  message:
    "Thank you. If the address has no account yet, a letter asks you to confirm it, and an administrator decides. You will be told by mail.",
};
const confirmed = { message: "Your address is confirmed. An administrator decides about your account now." };

export const accountFeature: Feature = {
  routes: serve(account, {
    register: (ctx, input) => register(ctx, input).then(() => registered),
    confirmEmail: (ctx, input) => confirmEmail(ctx, input).then(() => confirmed),
    signInByUrl,
    signIn: signInToShell,
    signInByToken,
    signInByPostedToken,
    updateUser: updateShellUser,
  }),
  jobs: [{ kind: registrationLetterKind, run: sendRegistrationLetter }],
  personal: [confirmationRecords],
};
