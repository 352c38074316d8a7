package bites.tidy.integrations.oauth;

import com.nimbusds.jwt.SignedJWT;
import okhttp3.OkHttpClient;

public record Provider(SignedJWT token, OkHttpClient client) {}
