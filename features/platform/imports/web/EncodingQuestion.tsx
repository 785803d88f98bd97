import { useId } from "react";
import classes from "#features/platform/imports/web/EncodingQuestion.module.css";
import { codePages, type Encoding, type FileText } from "#features/platform/imports/web/useFileText.ts";
import { useMessages } from "#web/useMessages.ts";

type EncodingQuestionProps = { readonly read: FileText; readonly onEncoding: (encoding: Encoding) => void };

const previewLines = 8;
const previewMax = 1200;

/** Shows the beginning of a file whose encoding is uncertain, and asks which version is readable. */
export function EncodingQuestion({ read, onEncoding }: EncodingQuestionProps) {
  const t = useMessages("imports");
  const id = useId();
  const preview = read.text
    .slice(0, previewMax)
    .split(/\r\n|\r|\n/)
    .slice(0, previewLines)
    .join("\n");
  return (
    <section className={classes.question} aria-labelledby={id}>
      <h2 id={id}>{t("upload.encodingTitle")}</h2>
      <p className={classes.text}>{t("upload.encodingText")}</p>
      <fieldset className={classes.choices}>
        <legend className="hidden-visually">{t("upload.encoding")}</legend>
        {codePages.map((encoding) => (
          <label key={encoding} className={classes.choice}>
            <input type="radio" name={id} checked={read.encoding === encoding} onChange={() => onEncoding(encoding)} />
            {t(`upload.encodings.${encoding}`)}
          </label>
        ))}
      </fieldset>
      <pre className={classes.preview} dir="auto" role="status">
        {preview}
      </pre>
    </section>
  );
}
