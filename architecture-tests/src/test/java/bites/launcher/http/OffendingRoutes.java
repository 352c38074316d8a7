package bites.launcher.http;

import bites.launcher.app.Main;

record OffendingRoutes(Main main) {}
