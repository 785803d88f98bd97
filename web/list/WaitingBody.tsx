import classes from "#web/list/ListTable.module.css";

const waitingRows = 12;
const waitingWidths = [58, 74, 46, 66, 52];

/** Placeholder rows with the height of real ones. */
export const WaitingBody = ({ columns }: { readonly columns: readonly { readonly id: string }[] }) => (
  <tbody aria-hidden="true">
    {Array.from({ length: waitingRows }, (_, index) => (
      <tr key={`waiting ${index}`} className={classes.waiting}>
        <td />
        {columns.map(({ id }, place) => (
          <td key={id}>
            <span style={{ inlineSize: `${waitingWidths[(index + place) % waitingWidths.length]}%` }} />
          </td>
        ))}
        <td />
      </tr>
    ))}
  </tbody>
);
