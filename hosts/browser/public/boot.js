// Before the first paint: the user's language, direction and colours. In a file of its own, because the page's
// Content-Security-Policy allows no inline script. The keys are those of web/i18n.ts and web/theme.ts.
(function () {
  var root = document.documentElement;
  var read = function (key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  var language = read("mizan.language") === "ar" ? "ar" : "en";
  root.lang = language;
  root.dir = language === "ar" ? "rtl" : "ltr";
  var scheme = read("mizan.colorScheme");
  var isDark = scheme === "dark" || (scheme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.setAttribute("data-mantine-color-scheme", isDark ? "dark" : "light");

  // A failure while the splash is shown, such as a script that could not be loaded, would leave it there for ever.
  var failure = {
    en: "Mizan could not be loaded. Check the connection, then reload the page.",
    ar: "تعذّر تحميل ميزان. تحقّق من الاتصال ثم أعد تحميل الصفحة.",
  };
  var showFailure = function () {
    var splash = document.getElementById("splash");
    if (splash === null || splash.hidden) return;
    splash.setAttribute("data-failed", "");
    document.getElementById("splash-status").textContent = failure[language];
  };
  addEventListener("error", showFailure, true);
  addEventListener("unhandledrejection", showFailure);
})();
