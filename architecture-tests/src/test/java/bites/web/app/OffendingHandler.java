package bites.web.app;

import jakarta.servlet.http.HttpServletRequest;

record OffendingHandler(HttpServletRequest request) {}
