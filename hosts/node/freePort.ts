import { type AddressInfo, createServer } from "node:net";
import { type Config, ConfigError } from "#hosts/node/config.ts";

/**
 * The settings with the port that will be listened on: for PORT=0 any free one, because links in letters name it.
 *
 * Asked before there is a database: whoever has to choose another port has then not yet been shown the first
 * administrator's password. Throws ConfigError that names PORT or HOST when nobody could listen there.
 */
export async function withFreePort(config: Config): Promise<Config> {
  const port = await listenOnce(config);
  const isDefaultUrl = config.publicUrl === `http://localhost:${config.port}`;
  return { ...config, port, publicUrl: isDefaultUrl ? `http://localhost:${port}` : config.publicUrl };
}

/** Takes the port and lets it go. */
function listenOnce(place: Config): Promise<number> {
  return new Promise((found, failed) => {
    // Whoever calls in this moment must not hold the port.
    const probe = createServer((socket) => socket.destroy());
    probe.once("error", (error: NodeJS.ErrnoException) => failed(placeError(place, error)));
    probe.listen(place.port, place.host, () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => found(port));
    });
  });
}

/** Says which setting it is that nobody can listen on, and what is allowed. */
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
