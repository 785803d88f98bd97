import { type AddressInfo, createServer } from "node:net";
import { type Config, ConfigError } from "#hosts/node/config.ts";

/**
 * The settings with the actual port: for PORT=0 any free one, because links in emails contain it.
 *
 * Checked before the database is created, so that a user who has to choose another port has not yet been shown the
 * first administrator's password. Throws ConfigError that names PORT or HOST if the port can't be used.
 */
export async function withFreePort(config: Config): Promise<Config> {
  const port = await listenOnce(config);
  const isDefaultUrl = config.publicUrl === `http://localhost:${config.port}`;
  return { ...config, port, publicUrl: isDefaultUrl ? `http://localhost:${port}` : config.publicUrl };
}

/** Listens on the port briefly, to check that it is free. */
function listenOnce(place: Config): Promise<number> {
  return new Promise((found, failed) => {
    // A connection at this moment must not keep the port open.
    const probe = createServer((socket) => socket.destroy());
    probe.once("error", (error: NodeJS.ErrnoException) => failed(placeError(place, error)));
    probe.listen(place.port, place.host, () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => found(port));
    });
  });
}

/** Says which setting prevents listening, and what is allowed. */
export function placeError({ host, port }: Pick<Config, "host" | "port">, error: NodeJS.ErrnoException): Error {
  if (error.code === "EADDRINUSE")
    return new ConfigError(
      `PORT=${port} is taken by another program on ${host}. Stop that one, or set PORT to another port (0 takes a free one).`,
    );
  if (error.code === "EACCES")
    return new ConfigError(
      `PORT=${port} is not for this user. Allowed: a port from 1024 to 65535, or 0 for a free one.`,
    );
  if (["ENOTFOUND", "EAI_AGAIN", "EADDRNOTAVAIL", "EINVAL"].includes(error.code ?? ""))
    return new ConfigError(
      `HOST=${JSON.stringify(host)} is not an address of this machine. Allowed: 127.0.0.1, 0.0.0.0 for all, or one of its own.`,
    );
  return error;
}
