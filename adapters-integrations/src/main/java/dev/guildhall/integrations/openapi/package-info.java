/** Tools of OpenAPI documents, 3.0 and 3.1: each operation becomes one. */
package dev.guildhall.integrations.openapi;
