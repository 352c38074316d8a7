package bites.logging.http;

import org.slf4j.Logger;

record OffendingRoutes(Logger log) {}
