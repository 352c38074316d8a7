/** Tools of documents of OpenAPI 3.0 to 3.2 and Swagger 2.0: each operation becomes one. */
package dev.guildhall.integrations.openapi;
