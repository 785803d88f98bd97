import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { products } from "#features/catalogue/products/contract.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import { ScopeLines } from "#features/halal/certificates/scope/web/ScopeLines.tsx";
import classes from "#features/halal/certificates/scope/web/ScopeTab.module.css";
import { useCertificateChange } from "#features/halal/certificates/record/web/useCertificateChange.ts";
import { formatNumber } from "#web/formats.ts";
import { useCan } from "#web/session.tsx";
import { IconMinus, IconPlus } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";
import { isOpen } from "#features/halal/certificates/record/fields.ts";

const PasteDialog = lazy(() =>
  import("#features/halal/certificates/scope/web/PasteDialog.tsx").then((module) => ({ default: module.PasteDialog })),
);
const ProductsDialog = lazy(() =>
  import("#features/halal/certificates/scope/web/ProductsDialog.tsx").then((module) => ({
    default: module.ProductsDialog,
  })),
);
const LossDialog = lazy(() =>
  import("#features/halal/certificates/validity/web/LossDialog.tsx").then((module) => ({ default: module.LossDialog })),
);

/** The whole scope: lines that are pasted, matched, and taken out again. */
export function ScopeTab({ certificate }: { readonly certificate: Certificate }) {
  const t = useMessages("certificates");
  const language = useLanguage();
  const can = useCan();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<"products" | "paste" | "reduce" | null>(null);
  const { send, isPending } = useCertificateChange();
  const { id, version, state, scopeText } = certificate;
  const mayWrite = isOpen(state) && can(certificates.addLines);
  const mayReduce = state === "verified" && can(certificates.reduceScope);
  const choose = (lineId: string, isChosen: boolean) =>
    setChosen(new Set(isChosen ? [...chosen, lineId] : [...chosen].filter((each) => each !== lineId)));
  const remove = async () => {
    if (await send(certificates.removeLines, { id, version, lineIds: [...chosen] })) setChosen(new Set());
  };
  return (
    <div className={classes.part}>
      {scopeText && (
        <p className={classes.text} dir="auto">
          {scopeText}
        </p>
      )}
      <div className={classes.actions}>
        {mayWrite && <AddButtons onAdd={() => setAsked("products")} onPaste={() => setAsked("paste")} />}
        {mayWrite && chosen.size > 0 && (
          <Button variant="default" loading={isPending} onClick={() => void remove()}>
            {t("scope.remove", { count: chosen.size, figure: formatNumber(language, chosen.size) })}
          </Button>
        )}
        {mayReduce && (
          <Button
            variant="default"
            disabled={chosen.size === 0}
            title={chosen.size === 0 ? t("scope.chooseFirst") : undefined}
            leftSection={<IconMinus size={18} aria-hidden />}
            onClick={() => setAsked("reduce")}
          >
            {t("steps.reduceScope.button")}
          </Button>
        )}
      </div>
      <ScopeLines certificate={certificate} {...(mayWrite || mayReduce ? { chosen, onChoose: choose } : {})} />
      <Suspense>
        {asked === "products" && <ProductsDialog certificate={certificate} onClose={() => setAsked(null)} />}
        {asked === "paste" && <PasteDialog certificate={certificate} onClose={() => setAsked(null)} />}
        {asked === "reduce" && (
          <LossDialog
            certificate={certificate}
            step="reduceScope"
            lineIds={[...chosen]}
            onClose={() => {
              setAsked(null);
              setChosen(new Set());
            }}
          />
        )}
      </Suspense>
    </div>
  );
}

function AddButtons({ onAdd, onPaste }: { readonly onAdd: () => void; readonly onPaste: () => void }) {
  const t = useMessages("certificates");
  const can = useCan();
  return (
    <>
      {can(products.list) && (
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={onAdd}>
          {t("scope.add")}
        </Button>
      )}
      <Button variant="default" onClick={onPaste}>
        {t("scope.paste")}
      </Button>
    </>
  );
}
