// Says what to do where the game itself does not come: a file is missing, or the browser is too old. Old ones read this, too.
(function () {
  var LANGUAGES = ["en", "de", "ro"];

  function show() {
    var app = document.getElementById("app");
    var help = document.getElementById("help");
    if (!help || !app || app.childNodes.length > 0) return;
    var wanted = (navigator.language || "").slice(0, 2);
    var language = LANGUAGES.indexOf(wanted) < 0 ? "en" : wanted;
    document.documentElement.lang = language;
    Array.prototype.forEach.call(help.children, function (section) {
      section.hidden = section.lang !== language;
    });
    help.hidden = false;
  }

  // In the capturing phase, for a script that does not load tells only itself. The page may still come, and removes this.
  addEventListener("error", show, true);
  document.addEventListener("click", function (event) {
    if (event.target.closest && event.target.closest("#help button")) location.reload();
  });
})();
