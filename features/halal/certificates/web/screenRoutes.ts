import { certificates } from "#features/halal/certificates/contract.ts";
import { withListMessages } from "#web/list/withListMessages.ts";
import type { LazyRoute } from "#web/lazyRoutes.ts";
import { withRecordMessages } from "#web/record/withRecordMessages.ts";

const loadScreen = () => {
  // The parts of the first tab are half of the screen's size; requested here, they load in parallel with the rest.
  void import("#features/halal/certificates/record/web/CertificateOverview.tsx");
  return withRecordMessages(
    import("#features/halal/certificates/record/web/CertificateScreen.tsx").then((module) => module.CertificateScreen),
  );
};

export const certificateRoutes = {
  "/apps/cert/certs": {
    needs: certificates.list,
    load: () =>
      withListMessages(
        import("#features/halal/certificates/web/CertificateListScreen.tsx").then(
          (module) => module.CertificateListScreen,
        ),
      ),
  },
  "/apps/cert/certs/new": { needs: certificates.create, load: loadScreen },
  "/apps/cert/certs/$certId": { needs: certificates.get, load: loadScreen },
  "/apps/cert/queue": {
    needs: certificates.readQueue,
    load: () =>
      withRecordMessages(
        import("#features/halal/certificates/review/web/QueueScreen.tsx").then((module) => module.QueueScreen),
      ),
  },
  "/apps/cert/calendar": {
    needs: certificates.readCalendar,
    load: () =>
      import("#features/halal/certificates/calendar/web/CalendarScreen.tsx").then((module) => module.CalendarScreen),
  },
} satisfies Record<string, LazyRoute>;
