// Before the first paint: the user's language, direction, colours and theme. In a file of its own, because the page's
// Content-Security-Policy allows no inline script. The keys are those of web/i18n.ts, web/theme.ts and web/settings.
(function () {
  var root = document.documentElement;
  var read = function (key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  var parse = function (text) {
    try {
      return JSON.parse(text) || {};
    } catch {
      return {};
    }
  };
  // The settings of the address come first; they apply to this load of the page.
  var stored = parse(read("mizan.settings"));
  var given = parse(new URLSearchParams(location.search).get("defaultSettings"));
  var setting = function (group, name) {
    return (given[group] || {})[name] || (stored[group] || {})[name];
  };
  var language = (given.mizan || {}).language || read("mizan.language") || "en";
  var isArabic = language.slice(0, 2) === "ar";
  var direction = given.direction || stored.direction;
  root.lang = language;
  if ((given.mizan || {}).language) root.setAttribute("data-language", language);
  if (direction) root.setAttribute("data-direction", direction);
  if (setting("mizan", "digits")) root.setAttribute("data-digits", setting("mizan", "digits"));
  root.dir = direction === "ltr" || direction === "rtl" ? direction : isArabic ? "rtl" : "ltr";
  var theme = setting("theme", "main") || "default";
  var isDarkTheme = ["defaultDark", "deepOcean", "slate"].indexOf(theme) >= 0;
  var forced = isDarkTheme ? "dark" : (given.mizan || {}).scheme;
  if (forced) root.setAttribute("data-forced-scheme", forced);
  var scheme = forced || read("mizan.colorScheme");
  var isDark = scheme === "dark" || (scheme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.setAttribute("data-mantine-color-scheme", isDark ? "dark" : "light");
  if (theme !== "default") root.setAttribute("data-theme", theme);

  // Users with a token are going to see the shell. Its files come after those of the first page, and while these run.
  var shell = document.currentScript.getAttribute("data-shell");
  if (shell && read("jwt_access_token"))
    shell.split(" ").forEach(function (path) {
      var link = document.createElement("link");
      link.rel = path.endsWith(".js") ? "modulepreload" : "preload";
      if (link.rel === "preload") link.as = "style";
      link.crossOrigin = "";
      link.fetchPriority = "low";
      link.href = path;
      document.head.append(link);
    });

  // A failure while the splash is shown, such as a script that could not be loaded, would leave it there for ever.
  var showFailure = function () {
    var splash = document.getElementById("splash");
    if (splash === null || splash.hidden) return;
    splash.setAttribute("data-failed", "");
    document.getElementById("splash-status").textContent = isArabic
      ? "تعذّر تحميل ميزان. تحقّق من الاتصال ثم أعد تحميل الصفحة."
      : "Mizan could not be loaded. Check the connection, then reload the page.";
  };
  addEventListener("error", showFailure, true);
  addEventListener("unhandledrejection", showFailure);
})();
