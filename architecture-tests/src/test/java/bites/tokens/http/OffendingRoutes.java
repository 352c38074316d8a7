package bites.tokens.http;

import com.nimbusds.jwt.SignedJWT;

record OffendingRoutes(SignedJWT token) {}
