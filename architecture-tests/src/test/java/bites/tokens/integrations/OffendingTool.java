package bites.tokens.integrations;

import com.nimbusds.jwt.SignedJWT;

record OffendingTool(SignedJWT token) {}
