// Before the first paint: language, direction and colours as this person left them. A file of its own, because the
// page's Content-Security-Policy allows no script in it. The keys are those of web/i18n.ts and web/theme.ts.
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
})();
