import type { S3Settings } from "#hosts/node/s3Files.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const names = ["S3_ENDPOINT", "S3_BUCKET", "S3_REGION", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;

/** The endpoint of Amazon S3, whose API other services copy. */
const amazon = (region: string) => `https://s3.${region}.amazonaws.com`;

/**
 * Reads where files are stored: null for the data directory. Adds a line to `problems` for each wrong or missing
 * setting.
 */
export function readS3(environment: Environment, problems: string[]): S3Settings | null {
  const read = (name: (typeof names)[number]) => environment[name]?.trim() ?? "";
  if (names.every((name) => read(name) === "")) return null;
  for (const name of ["S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const)
    if (read(name) === "") problems.push(`${name} is missing. It goes with the other settings that begin with S3_.`);
  const bucket = read("S3_BUCKET");
  if (bucket !== "" && !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    problems.push(
      `S3_BUCKET=${JSON.stringify(bucket)} is not valid. Allowed: 3 to 63 small letters, digits, dots and hyphens.`,
    );
  const region = read("S3_REGION") || "us-east-1";
  if (!/^[\w-]+$/.test(region))
    problems.push(
      `S3_REGION=${JSON.stringify(region)} is not valid. Allowed: letters, digits and hyphens, as eu-west-1.`,
    );
  const given = read("S3_ENDPOINT");
  const endpoint = (given || amazon(region)).replace(/\/$/, "");
  if (given !== "" && !/^https?:\/\/[^/?#@]+$/.test(endpoint))
    problems.push(`S3_ENDPOINT=${JSON.stringify(endpoint)} is not valid. Allowed: http(s)://host without a path.`);
  return {
    endpoint,
    bucket,
    region,
    accessKeyId: read("S3_ACCESS_KEY_ID"),
    secretAccessKey: read("S3_SECRET_ACCESS_KEY"),
  };
}
