import { argon2id, argon2Verify } from "hash-wasm";
import type { Passwords } from "#api/ports.ts";
import { passwordCost } from "#features/access/session/api/service/passwords.ts";

/**
 * The same argon2id as on a server, in WebAssembly; each host verifies the other's hashes. Blocks the worker's other
 * calls for 60 ms.
 */
export const passwords: Passwords = {
  hash: (password) =>
    argon2id({
      password,
      salt: crypto.getRandomValues(new Uint8Array(passwordCost.saltBytes)),
      memorySize: passwordCost.memoryKiB,
      iterations: passwordCost.passes,
      parallelism: passwordCost.lanes,
      hashLength: passwordCost.hashBytes,
      outputType: "encoded",
    }),
  // The library refuses to compare an empty text, which is never a password.
  verify: async (password, phc) => password !== "" && (await argon2Verify({ password, hash: phc })),
};
